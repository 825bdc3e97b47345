/** The redactor of every capture that names none. */

import { noRedaction, type Redactor } from './redactor.ts'

export const defaultRedactor: Redactor = noRedaction
