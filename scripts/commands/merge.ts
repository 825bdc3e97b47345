/** `streamproof merge`: puts the result documents of all shards of a run together. */

import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import {
  mergeRuns,
  readNamedText,
  readResultDocument,
  renderRun,
  resultDocument,
  ResultDocumentError,
  sourceCountsText,
  whyUnreadable,
  type ResultDocument,
} from '../../harness/index.ts'
import { mustBeWritable } from '../output-file.ts'
import { UsageError } from '../usage-error.ts'

export function mergeCommand(): Command {
  return new Command('merge')
    .description('Put the result documents of all shards of a run together, and judge the whole.')
    .argument('<files...>', 'documents written with --shard i/n --json FILE')
    .option('--json <file>', 'write the result document of the whole')
    .action(async (files: string[], options: { json?: string }) => {
      process.exitCode = await merge(files, options.json)
    })
}

async function merge(files: readonly string[], json: string | undefined): Promise<number> {
  await mustBeWritable('--json', json)
  const documents = await Promise.all(files.map(readDocument))
  mustBeWhole(files, documents)
  mustBeOneRun(files, documents)
  const report = mergeRuns(documents)
  process.stdout.write(`${renderRun(report)}\n`)
  if (json !== undefined) await writeFile(json, `${JSON.stringify(resultDocument(report), null, 2)}\n`)
  return report.exitCode
}

async function readDocument(file: string): Promise<ResultDocument> {
  const text = await readNamedText(file).catch((error: unknown) => {
    throw new UsageError(
      `merge: \`${file}\` ${whyUnreadable(error)}. Name what \`run --shard i/n --json FILE\` wrote.`,
    )
  })
  const document = parsed(text, file)
  if (!document.complete) {
    throw new UsageError(`merge: \`${file}\` is of a run that did not end. Run that shard again.`)
  }
  return document
}

function parsed(text: string, file: string): ResultDocument {
  try {
    return readResultDocument(text, file)
  } catch (error) {
    throw error instanceof ResultDocumentError ? new UsageError(`merge: ${error.message}`) : error
  }
}

/** Options that may differ between the shards of a run: they say where it runs, not what. */
const ownOptions = ['--shard', '--json', '--workers', '--witnesses']

/** Shards of different runs would each leave out what the other was to do. */
function mustBeOneRun(files: readonly string[], documents: readonly ResultDocument[]): void {
  const [first] = documents
  for (const [at, document] of documents.entries()) {
    const [asked, given] = [wordsOf(first), wordsOf(document)]
    if (asked !== given) {
      throw new UsageError(
        `merge: \`${files[at]}\` is of another run than \`${files[0]}\`: \`${given}\`, expected \`${asked}\`. Run all shards with the same words.`,
      )
    }
    const [expected, read] = [first ?? document, document].map(({ sources }) => sourceCountsText(sources))
    if (expected !== read) {
      throw new UsageError(
        `merge: \`${files[at]}\` is of ${read}, \`${files[0]}\` of ${expected}: ${otherCases}`,
      )
    }
    const [driversOfFirst, drivers] = [first ?? document, document].map(driversText)
    if (driversOfFirst !== drivers) {
      throw new UsageError(
        `merge: \`${files[at]}\` is of ${drivers}, \`${files[0]}\` of ${driversOfFirst}. Run all shards with the same converters.`,
      )
    }
    if (first?.shard?.plan !== document.shard?.plan) {
      throw new UsageError(
        `merge: \`${files[at]}\` and \`${files[0]}\` are of different recordings: ${otherCases}`,
      )
    }
  }
}

const otherCases =
  'they divided other cases among them. Give every shard the same recordings, witnesses and version of streamproof.'

function driversText({ drivers }: ResultDocument): string {
  return drivers.map(({ name, version }) => `${name} ${version}`).join(', ')
}

/** What a run was asked for. */
function wordsOf(document: ResultDocument | undefined): string {
  const words = document?.run.argv ?? []
  return words
    .filter((word, at) => {
      const isOwn = ownOptions.some((option) => word === option || word.startsWith(`${option}=`))
      return !isOwn && !ownOptions.includes(words[at - 1] ?? '')
    })
    .join(' ')
}

/** Every shard of one run, each once: what is missing would count as passed. */
function mustBeWhole(files: readonly string[], documents: readonly ResultDocument[]): void {
  const of = documents[0]?.shard?.of
  for (const [at, { shard }] of documents.entries()) {
    if (!shard || shard.of !== of) {
      throw new UsageError(
        `merge: \`${files[at]}\` is ${shard ? `shard ${shard.index}/${shard.of}` : 'no shard'}; expected one of ${of ?? 'n'}.`,
      )
    }
  }
  const indexes = documents.map(({ shard }) => shard?.index)
  // Enough of them to name: a document may claim to be of any number.
  const most = Math.min(of ?? 0, files.length + 20)
  const missing = Array.from({ length: most }, (_, at) => at + 1).filter((index) => !indexes.includes(index))
  if (missing.length > 0) throw new UsageError(`merge: shard ${missing.join(', ')} of ${of} is missing.`)
  if (new Set(indexes).size !== indexes.length) throw new UsageError('merge: a shard was given twice.')
}
