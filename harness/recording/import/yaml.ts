/** YAML as the recorders of Python, Ruby, Go, Rust and R write it, with the tags of their languages understood. Not here: what the documents mean. */

import { parseAllDocuments, YAMLSeq, isScalar, type ScalarTag, type CollectionTag, type Tags } from 'yaml'

/** Ruby's own name for `!!binary`. */
const rubyBinary: ScalarTag = {
  tag: '!binary',
  resolve: (text) => new Uint8Array(Buffer.from(text, 'base64')),
}

/** aiohttp's case-insensitive header names, which PyYAML writes as a constructor call with one argument. */
const pythonHeaderNames: CollectionTag[] = ['multidict._multidict.istr', 'multidict._multidict_py.istr'].map(
  (name) => ({
    tag: `tag:yaml.org,2002:python/object/apply:${name}`,
    collection: 'seq',
    resolve: (value) => {
      const first = value instanceof YAMLSeq ? value.items[0] : undefined
      return isScalar(first) ? first : value
    },
  }),
)

/**
 * YAML 1.2 reads `1e5` and `0o7` as numbers; the recorders write 1.1, where both are plain text, so they leave ids like `12e34567` unquoted.
 * https://yaml.org/type/float.html: an exponent needs a dot before it.
 */
function withoutNewNumbers(tags: Tags): Tags {
  const isNew = (tag: Tags[number]) =>
    typeof tag === 'object' && 'format' in tag && (tag.format === 'EXP' || tag.format === 'OCT')
  const float: ScalarTag = {
    tag: 'tag:yaml.org,2002:float',
    default: true,
    test: /^[-+]?[0-9]+\.[0-9]*[eE][-+][0-9]+$/,
    resolve: Number,
  }
  return [...tags.filter((tag) => !isNew(tag)), float, 'binary', rubyBinary, ...pythonHeaderNames]
}

/** Every document of a text as plain values, or why it is not YAML. `!!binary` gives a Uint8Array. */
export function parseYamlDocuments(text: string): { documents: unknown[] } | { error: string } {
  try {
    const documents = parseAllDocuments(text, { customTags: withoutNewNumbers, uniqueKeys: false })
    if (!Array.isArray(documents)) return { documents: [] }
    const error = documents.flatMap((document) => document.errors)[0]
    if (error !== undefined) throw error
    return { documents: documents.map((document): unknown => document.toJS({ maxAliasCount: -1 })) }
  } catch (error) {
    // An alias without its anchor shows only when the values are made.
    return { error: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '' }
  }
}
