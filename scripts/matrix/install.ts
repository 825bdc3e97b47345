/** Installs the packages of a converter's folder where they are missing, or not those that its package.json pins. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installedVersion, PackageError } from '../../converters/published/package.ts'
import { DriverStartError } from '../usage-error.ts'
import type { MatrixPackage } from './packages.ts'

/** @throws DriverStartError that names the package, where npm cannot bring the pinned one. */
export async function install(matrixPackage: MatrixPackage, tell: (message: string) => void): Promise<void> {
  const missing = missingIn(matrixPackage)
  if (missing === undefined) return
  tell(`${matrixPackage.folder}: ${missing} Installing.`)
  await npmCi(matrixPackage)
  const still = missingIn(matrixPackage)
  if (still !== undefined) throw new DriverStartError(`${matrixPackage.folder}: ${still}`)
}

function missingIn({ url, dependencies }: MatrixPackage): string | undefined {
  try {
    for (const dependency of dependencies) installedVersion(url, dependency)
    return undefined
  } catch (error) {
    if (error instanceof PackageError) return error.message
    throw error
  }
}

/** By the lock file. npm runs under the Node of the project, since it chooses versions by it. */
function npmCi({ folder, url }: MatrixPackage): Promise<void> {
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(url),
    stdio: ['ignore', 2, 2],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new DriverStartError(`${folder}: \`npm ci\` in converters/${folder} ended with ${code}.`))
    })
  })
}
