import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { promptConsumers, readWorkerConfig } from '../worker/local/host/config.ts'
import { QUICKBOOKS_VARS } from '../worker/local/host/stand-ins/quickbooks/tokens.ts'
import { signOnVars } from '../worker/local/host/stand-ins/sign-on/vars.ts'
import { STRIPE_VARS } from '../worker/local/host/stand-ins/stripe/vars.ts'
import { nameFrame } from './support/bundle/frames.ts'
import { bundledWorker } from './support/bundle/plugin.ts'
import { BUNDLES } from './support/bundle/worker-bundle.ts'
import { keepFilesInMemory } from './support/files-in-memory.ts'
import { LongestFirst } from './support/longest-first.ts'
import { schemaSnapshot } from './support/schema-snapshot.ts'

keepFilesInMemory()
// Each process of a test has it from this one. The Worker's runtime is always in UTC.
process.env.TZ = process.env.TEST_ZONE || 'UTC'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path: string) => `${root}${path}`

/** The Worker, refusing what production refuses. */
const MAIN = 'worker/local/limits/worker.ts'

/** What everyone may call, and what they send and get, is asked where a company is in another database than the directory. */
const IN_CELLS = [
  ...['authorisation', 'cells', 'contract-suite'].map((folder) => `test/worker/${folder}/**/*.test.ts`),
  // What goes between a company and its vendors, whose own side is in the directory.
  'test/worker/approvals/tasks/vendor-form-tasks.test.ts',
  'test/worker/vendors/vendor-forms/vendor-documents.test.ts',
  'test/worker/money/vendor-invoices/vendor-invoices.test.ts',
]

/** Tests of the Worker in its own runtime. */
const workerProject = (
  name: string,
  { databases, include, exclude = [] }: { databases: string[]; include: string[]; exclude?: string[] },
): TestProjectInlineConfiguration => ({
  root,
  plugins: [
    bundledWorker(root, MAIN),
    cloudflareTest(async () => ({
      main: at(MAIN),
      wrangler: { configPath: at('wrangler.toml') },
      miniflare: {
        modulesRules: [{ type: 'ESModule' as const, include: [`**/${BUNDLES}/*.mjs`], fallthrough: true }],
        // Two to compare: one made by the migrations, one made from their snapshot, like that of the tests.
        d1Databases: [...databases, 'MIGRATED', 'SNAPSHOT'],
        queueConsumers: promptConsumers(readWorkerConfig(at('wrangler.toml'))),
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations(at('migrations')),
          TEST_SCHEMA: schemaSnapshot(at('migrations')),
          OUTLAY_ORIGIN: 'https://outlay.test',
          OUTLAY_SIGNING_KEY: 'test-signing-key',
          OUTLAY_TRACE: '1',
          ...(process.env.HOSTILE_CALLS && { HOSTILE_CALLS: process.env.HOSTILE_CALLS }),
          ...(process.env.HOSTILE_SEED && { HOSTILE_SEED: process.env.HOSTILE_SEED }),
          ...(process.env.KILLS && { KILLS: process.env.KILLS }),
          ...(process.env.ONLY_OPERATIONS && { ONLY_OPERATIONS: process.env.ONLY_OPERATIONS }),
          ...(process.env.KEEP_STATEMENTS && { KEEP_STATEMENTS: process.env.KEEP_STATEMENTS }),
          ...(process.env.TEST_CLOCK && { TEST_CLOCK: process.env.TEST_CLOCK }),
          OUTLAY_LOG_LEVEL: 'error',
          OUTLAY_INTERNAL_STAFF: 'staff@outlay.test, joining-staff@outlay.test, desk@outlay.test',
          OUTLAY_SIGN_UP: '1',
          OUTLAY_LOCAL_FLAGS: 'createServiceFromDocument, assistant',
          RESEND_API_KEY: 'test-key',
          RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          ...QUICKBOOKS_VARS,
          ...STRIPE_VARS,
          ...signOnVars(''),
        },
      },
    })),
  ],
  test: {
    name,
    // The files of a runtime share its modules and its database. Each test makes its own company.
    isolate: false,
    include,
    exclude,
    setupFiles: [at('test/support/worker/setup.ts')],
    expect: { requireAssertions: true },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})

export default defineConfig({
  root,
  test: {
    // The whole suite shares two cores with workerd and a browser.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    onStackTrace: (_, frame) => nameFrame(root, frame),
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: [at('test/support/set-clock.ts'), at('test/support/own-globals.ts')],
          expect: { requireAssertions: true },
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        root,
        // Its files take ten times longer to load than to run.
        test: {
          name: 'web',
          environment: 'node',
          isolate: false,
          setupFiles: [at('test/support/set-clock.ts')],
          expect: { requireAssertions: true },
          include: ['test/web/**/*.test.{ts,tsx}'],
        },
      },
      workerProject('worker', {
        databases: ['DB'],
        include: ['test/worker/**/*.test.ts'],
        exclude: IN_CELLS,
      }),
      // A directory and two cells.
      workerProject('cells', { databases: ['DB', 'CELL_1', 'CELL_2'], include: IN_CELLS }),
      {
        root,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['build-web', 'demo-data', 'browser-file'].map((name) => at(`test/support/e2e/${name}.ts`)),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as for what a page shows: a loaded page can take more than a second.
          expect: { poll: { timeout: 30_000 } },
          // The files of a process share its browser.
          isolate: false,
        },
      },
    ],
  },
})
