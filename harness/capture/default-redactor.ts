/** The redactor of every capture that names none: our rules, and those of the exchange's own credentials. */

import { createRedactor } from '../recording/redact/redactor.ts'
import type { Redactor } from './redactor.ts'

export const defaultRedactor: Redactor = createRedactor()
