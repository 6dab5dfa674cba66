import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, limitedText } from '../../shared/values.ts'
import { IMPORT_STATES, MAX_FILE_CHARACTERS, REFERENCE_KINDS, STEP_KINDS } from './values.ts'

/**
 * Settings › Configuration: a company's categories, forms, workflows, rules, fields and settings as one file of YAML,
 * the difference between a file and what runs, and taking a file over, which can be undone.
 */

export const exportConfiguration = endpoint({
  id: 'configuration.export',
  method: 'GET',
  path: '/api/configuration',
  summary: 'The company’s configuration as a file of YAML, with names in place of ids',
  response: z.null(),
  raw: 'application/yaml',
})

const mapping = z.object({
  kind: z.enum(REFERENCE_KINDS),
  /** As in the file. */
  name: z.string().max(600),
  /** What it is called here, or null to leave it out. */
  to: z.string().max(600).nullable(),
})
export type Mapping = z.infer<typeof mapping>

const removal = z.object({ section: z.string().max(60), name: z.string().max(300) })
export type Removal = z.infer<typeof removal>

/** What the person decided about a file. */
const decided = {
  file: z
    .string()
    .min(1, 'Choose a file or paste its text')
    .max(
      MAX_FILE_CHARACTERS,
      `The file is too large: at most ${MAX_FILE_CHARACTERS.toLocaleString('en-US')} characters`,
    ),
  mappings: z.array(mapping).max(1000).default([]),
  /** What isn't in the file stays, unless it is named here. */
  removals: z.array(removal).max(500).default([]),
}
export const decidedFile = z.object(decided)
export type DecidedFile = z.output<typeof decidedFile>

const problem = z.object({
  /** In the file, from 1. Null if it isn't about a line. */
  line: z.number().int().nullable(),
  /** An ERROR has to be resolved before the file can be imported. */
  level: z.enum(['ERROR', 'WARNING']),
  message: z.string(),
  /** A name that isn't known here: it can be left out, or stand for something else. */
  reference: z.object({ kind: z.enum(REFERENCE_KINDS), name: z.string() }).nullable(),
})
export type Problem = z.infer<typeof problem>

const fieldChange = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof fieldChange>

const itemChange = z.object({
  name: z.string(),
  /** MISSING: it runs and isn't in the file. */
  change: z.enum(['ADDED', 'CHANGED', 'MISSING']),
  /** Its name before, if the file renames it. */
  was: z.string().nullable(),
  /** What MISSING things are removed, as the person chose. */
  isRemoved: z.boolean(),
  fields: z.array(fieldChange),
  /** How many more fields differ than are listed. */
  more: z.number().int(),
})
export type ItemChange = z.infer<typeof itemChange>

const sectionDifference = z.object({
  key: z.string(),
  title: z.string(),
  items: z.array(itemChange),
  unchanged: z.number().int(),
  isReordered: z.boolean(),
  /** Whether what is missing in the file can be removed. */
  canRemove: z.boolean(),
})
export type SectionDifference = z.infer<typeof sectionDifference>

export const difference = z.object({
  /** What runs. Importing is refused if it changed since. */
  fingerprint: z.string(),
  problems: z.array(problem),
  sections: z.array(sectionDifference),
  /** By kind: the names that an unknown one can stand for. */
  choices: z.partialRecord(z.enum(REFERENCE_KINDS), z.array(z.string())),
  /** How many objects would change. */
  changes: z.number().int(),
  canImport: z.boolean(),
})
export type Difference = z.infer<typeof difference>

export const compareConfiguration = endpoint({
  id: 'configuration.compare',
  method: 'POST',
  path: '/api/configuration/difference',
  summary: 'The difference between a file and the company’s configuration: nothing is changed',
  body: decidedFile,
  response: difference,
})

export const startConfigurationImport = endpoint({
  id: 'configuration.import',
  method: 'POST',
  path: '/api/configuration/imports',
  summary: 'Take over a file; refused if the configuration changed since its difference was shown',
  body: z.object({ ...decided, fileName: limitedText(200).default(''), fingerprint: z.string().max(100) }),
  response: z.object({ id: z.string() }),
})

const importParams = z.object({ configurationImportId: id })

const step = z.object({
  section: z.string(),
  name: z.string(),
  kind: z.enum(STEP_KINDS),
  isDone: z.boolean(),
  /** It is about money, and waits until a second person confirms it. */
  isWaiting: z.boolean(),
})
export const configurationImport = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  stepCount: z.number().int(),
  doneCount: z.number().int(),
  /** How many of its steps only asked for a change about money, which waits for a second person. */
  waitingCount: z.number().int(),
  /** Why it stopped, or couldn't be undone. */
  problem: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  canUndo: z.boolean(),
  /** Whether what ran before it can still be downloaded. */
  keepsBefore: z.boolean(),
  version: z.number().int(),
})
export type ConfigurationImport = z.infer<typeof configurationImport>

export const LISTED_IMPORTS = 20
/** As many as a person looks through. */
export const LISTED_STEPS = 200
export const listConfigurationImports = endpoint({
  id: 'configuration.list-imports',
  method: 'GET',
  path: '/api/configuration/imports',
  summary: `The newest ${LISTED_IMPORTS} imports of configuration`,
  response: z.array(configurationImport),
})

export const getConfigurationImport = endpoint({
  id: 'configuration.get-import',
  method: 'GET',
  path: '/api/configuration/imports/{configurationImportId}',
  summary: `An import of configuration: how far it is, and its first ${LISTED_STEPS} steps`,
  params: importParams,
  response: configurationImport.extend({ steps: z.array(step) }),
})

export const getConfigurationBefore = endpoint({
  id: 'configuration.get-before',
  method: 'GET',
  path: '/api/configuration/imports/{configurationImportId}/before',
  summary: 'What ran before an import, as a file of YAML',
  params: importParams,
  response: z.null(),
  raw: 'application/yaml',
})

export const undoConfigurationImport = endpoint({
  id: 'configuration.undo-import',
  method: 'POST',
  path: '/api/configuration/imports/{configurationImportId}/undo',
  summary: 'Restore what ran before an import; refused with names if someone changed these objects since',
  params: importParams,
  body: z.object({ version: z.number().int().min(1).optional() }),
  response: z.object({ id: z.string() }),
})
