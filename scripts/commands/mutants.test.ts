/** The proof itself: every mutant dies by its rule, originals and controls live, and the page says so. */

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { controls, matrixPage, renderMatrix } from '../../harness/mutants.ts'
import { runAll } from './mutants.ts'

describe('the kill matrix', async () => {
  const matrix = await runAll()

  it('shows every rule sharp, and originals and controls unhurt', () => {
    expect(matrix.faults).toEqual([])
  })

  it('has at least 80 mutants, each with a rule and recordings of its own', () => {
    expect(matrix.rows.length).toBeGreaterThanOrEqual(80)
    expect(matrix.rows.filter(({ isKilled }) => !isKilled)).toEqual([])
  })

  it('is the page docs/kill-matrix.md, word for word', async () => {
    const page = await readFile(new URL('../../docs/kill-matrix.md', import.meta.url), 'utf8')
    expect(matrixPage(matrix, controls)).toBe(page)
  })

  it('is printed with a line for each mutant', () => {
    const lines = renderMatrix(matrix).split('\n')
    for (const { mutant } of matrix.rows) {
      expect(lines.filter((line) => line.startsWith(`${mutant.id} `))).toHaveLength(1)
    }
  })
})
