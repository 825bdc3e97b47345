/** Shows where two texts part, short enough to print. */

/** How much is shown before and after the place where two long texts part. */
const around = 60

/** `at`: the first UTF-16 unit that differs; long texts are shown around it. */
export function textDifference(expected: string, got: string): { at: number; expected: string; got: string } {
  let at = 0
  while (at < expected.length && at < got.length && expected[at] === got[at]) at += 1
  return { at, expected: excerpt(expected, at), got: excerpt(got, at) }
}

function excerpt(text: string, at: number): string {
  if (text.length <= 4 * around) return text
  const [from, to] = [Math.max(0, at - around), Math.min(text.length, at + around)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
