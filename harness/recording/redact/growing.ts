/** Regular expressions for what may still become a match: every beginning of it. Not here: the matches themselves (patterns.ts). */

/** Source of a regular expression for each non-empty beginning of the tokens, the last followed by `tail`. */
export function beginningsOf(tokens: readonly string[], tail = ''): string {
  return tokens.reduceRight((inner, token) => (inner === '' ? token : `${token}(?:${inner})?`), tail)
}

/** A literal text as one token a character. */
export function literally(text: string): string[] {
  return Array.from(text, escaped)
}

/** Words written in any case, joined by `_`, `-` or nothing: `api key` for api_key, API-KEY and apiKey. */
export function anyCase(words: string): string[] {
  return Array.from(words, (char) =>
    char === ' ' ? '[_-]?' : /[a-z]/.test(char) ? `[${char}${char.toUpperCase()}]` : escaped(char),
  )
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
