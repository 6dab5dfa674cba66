import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'

/** Each change that the app sends carries the id of what the person meant, so that a repeat changes nothing twice. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(`${root}${path}`, 'utf8'),
}))

/** Exported endpoints by name. */
const schemas = globSync('schema/**/*.ts', { cwd: root }).filter((path) =>
  /endpoint\(/.test(readFileSync(root + path, 'utf8')),
)
const modules = await Promise.all(schemas.map((path) => import(`${root}${path}`) as Promise<Record<string, unknown>>))
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const endpoints = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : [])),
  ),
)
const isMutation = new Map(
  files.flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) =\s+graphql(?:<[^(]*>)?\(\s*[`'"]\s*(\w+)/g)].map(
      ([, name, kind]) => [name, kind === 'mutation'] as const,
    ),
  ),
)

interface Call {
  path: string
  by: string
  of: string
  args: string
}

/** The text between the parenthesis at the index and its counterpart. */
const within = (text: string, from: number): string => {
  let [depth, at] = [1, from]
  for (; depth > 0 && at < text.length; at += 1) depth += { '(': 1, ')': -1 }[text[at] as '('] ?? 0
  return text.slice(from, at - 1)
}

const calls: Call[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(/(?<![\w.])(call|runGraphql)\(/g)].map(({ index, 0: { length }, 1: by = '' }) => {
    const args = within(text, index + length)
    return { path, by, args, of: /^\s*(?:\w+\.)*(\w+)/.exec(args)?.[1] ?? args }
  }),
)

const changes = calls.filter(({ by, of }) =>
  by === 'runGraphql' ? isMutation.get(of) !== false : endpoints.get(of)?.method !== 'GET',
)

/** Sent again, these change nothing that the first attempt hasn't, and tell the same. */
const WITHOUT: Record<string, string> = {
  // Reads with a body.
  readAddressChange: 'reads',
  suggestAddresses: 'reads',
  readSuggestedAddress: 'reads',
  previewInvitation: 'reads',
  previewSpendRequest: 'reads',
  previewOrderChange: 'reads',
  previewApprovals: 'reads',
  previewLoginToken: 'reads',
  lookAtSignUp: 'reads',
  previewPlanImport: 'reads',
  previewRun: 'reads',
  previewBill: 'reads',
  compareConfiguration: 'reads',
  simulateBillRules: 'reads',
  backtestBillRuleSet: 'reads',
  simulateIntakeWorkflow: 'reads',
  backtestIntakeWorkflow: 'reads',
  simulateSpendRules: 'reads',
  backtestSpendRuleSet: 'reads',
  findRunning: 'reads',
  backtestApproverMatrix: 'reads',
  resolveMatrixNames: 'reads',
  // An address to upload to, unused ones of which expire.
  grantLinkUpload: 'an address',
  grantVendorUpload: 'an address',
  grantPublicUpload: 'an address',
  grantLogoUpload: 'an address',
  getSignedUploadUrl: 'an address',
  // What a passkey signs, once.
  beginApp: 'replaces what was begun',
  beginPasskey: 'a challenge of minutes',
  askForPasskey: 'a challenge of minutes',
  // Files, which are sent whole again, and what is made of them.
  createDocument: 'a file',
  CREATE: 'a file',
  createCompanyToken: 'a login of a minute',
  // Links that work once.
  confirmAddress: 'a link that works once',
  createSessionFromLoginToken: 'a link that works once',
  // Changes that name the version they are made to.
  saveBid: 'names its version',
  submitBid: 'names its version',
  withdrawBid: 'names its version',
  confirmFormUpdates: 'names what was shown',
  // The same state again.
  seeBidderEvent: 'the same state',
  clearSession: 'the same state',
  keepListColumns: 'the same state',
  markApprovalsTried: 'the same state',
}

it('the calls of the app are found', () => {
  expect(calls.length).toBeGreaterThan(600)
  expect(changes.filter(({ args }) => /\bcommandId\b/.test(args)).length).toBeGreaterThan(300)
})

/** Lists by their definition, endpoints of several kinds of units and columns. */
const READ = new Set(['list', 'selectOptions'])

it('every change carries the command id of its caller', () => {
  const bare = changes.filter(({ of, args }) => !/\bcommandId\b/.test(args) && !WITHOUT[of] && !READ.has(of))
  expect(bare.map(({ path, args }) => `${path}: ${args.replaceAll(/\s+/g, ' ').slice(0, 90)}`)).toEqual([])
})

it('each exception is still called', () => {
  expect(Object.keys(WITHOUT).filter((name) => !calls.some(({ of }) => of === name))).toEqual([])
})

/** Who makes the ids of commands. Each other place gets the id of the intent it is called with. */
const MAKERS = [
  // One for each intent, kept until there is an answer.
  'web/lib/use-command.ts',
  // An answer of a provider is exchanged once.
  'web/features/platform/sign-on/login-return.tsx',
  'web/features/requests/submissions/form/use-draft.ts',
  'web/features/vendors/vendor-forms/use-form-saving.ts',
  // A rehearsal, which changes nothing.
  'web/features/platform/member-imports/api.ts',
  // A second save, after the first one was refused.
  'web/ui/table/cell-editor.tsx',
  // Decisions and their undoing, which find out by themselves that they were made.
  'web/features/approvals/inbox/use-approve.tsx',
  'web/features/planning/transactions/use-recode.tsx',
  'web/features/planning/actuals/use-mapping-save.tsx',
  // Files are sent once.
  'web/features/platform/super-admin/api.ts',
  'web/features/requests/external-requests/api.ts',
  'web/lib/post-file.ts',
  // For what the list above names.
  'web/lib/rest.ts',
  'web/lib/graphql.ts',
  // Ids of rows and columns, not of commands.
  'web/features/approvals/approver-matrix/grid/matrix-grid.tsx',
  'web/features/approvals/approver-matrix/grid/use-grid-actions.ts',
  'web/features/approvals/approver-matrix/import-dialog.tsx',
  'web/features/approvals/approver-matrix/matrix-editor.tsx',
]

it('no other part of the app makes an id of a command, which would be another one at each attempt', () => {
  const making = files.filter(({ text }) => /\bnewCommandId\b|commandId: crypto\.randomUUID/.test(text))
  expect(making.map(({ path }) => path).toSorted()).toEqual(MAKERS.toSorted())
})

/** The commands of a component: from `useCommand(` to its end. */
const commands = files.flatMap(({ path, text }) =>
  [...text.matchAll(/\buseCommand(?:<[^(]*>)?\(\{/g)].map(({ index, 0: { length } }) => ({
    path,
    text: within(text, index + length),
  })),
)

/** What looks like a command for its spinner and its error, but only reads, or sends a file. */
const READING = [
  ...['edited?.read()', 'options.readTheirs()', 'target.read()', 'options.read()', 'readMatrix(', 'readItems('],
  ...['submitBid(', 'withdrawBid('],
  ...['effects?.confirm(', 'uploadRequests(', 'preview({'],
]

it('no command leaves aside the id that it is given', () => {
  const run = /\brun: (?:async )?(\([^)]*\)|\w+) =>/
  const ignoring = commands.filter(({ text }) => {
    const [, given] = run.exec(text) ?? []
    return given !== undefined && !/commandId|context/.test(given) && !READING.some((call) => text.includes(call))
  })
  expect(commands.length).toBeGreaterThan(150)
  expect(
    ignoring.map(({ path, text }) => `${path}: ${(run.exec(text)?.input ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)}`),
  ).toEqual([])
})
