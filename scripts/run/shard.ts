/** Shards: which part of a run one machine does. */

import { UsageError } from '../usage-error.ts'

/** `index` counts from 1. */
export type Shard = { index: number; of: number }

/** @throws UsageError for a text that is not `i/n` with 1 <= i <= n. */
export function readShard(text: string): Shard {
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > of) {
    throw new UsageError(`--shard: write i/n with i from 1 to n, e.g. 1/3; found \`${text}\`.`)
  }
  return { index, of }
}

/** Every `of`-th item, so that each shard has some of everything. */
export function partOf<T>(items: readonly T[], shard: Shard | undefined): T[] {
  return items.filter((_, at) => shard === undefined || at % shard.of === shard.index - 1)
}
