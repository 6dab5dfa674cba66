import { describe, expect, it } from 'vitest'
import { problemsOf, repeatedMigrations } from '../../../worker/local/tools/imports/rules.ts'

const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' -> ')
    return { from, to }
  })

describe('imports that the design allows', () => {
  it.each([
    ['a file of the same area', 'worker/features/vendors/vendors/list.ts -> worker/features/vendors/vendors/rows.ts'],
    [
      'the door of an area in the same wing',
      'worker/features/vendors/merges/a.ts -> worker/features/vendors/vendors/index.ts',
    ],
    [
      'the door of an area in a wing below',
      'web/features/requests/forms/a.tsx -> web/features/platform/members/index.ts',
    ],
    ['what both sides share, of a wing below', 'worker/features/money/bills/a.ts -> schema/vendors/vendors/values.ts'],
    ['what every wing shares', 'schema/platform/members/values.ts -> schema/shared/money.ts'],
    ['doors of areas in the lists of areas', 'worker/app.tsx -> worker/features/vendors/vendors/rest.ts'],
    ['jobs of areas in the list of jobs', 'worker/jobs.ts -> worker/features/vendors/vendors/jobs.ts'],
    ['an area from a page', 'web/routes/vendors.tsx -> web/features/vendors/vendors/index.ts'],
  ])('%s', (_name, line) => {
    expect(problemsOf(imports(line))).toEqual([])
  })
})

describe('imports that the design refuses', () => {
  it.each([
    [
      'the inside of an area in the Worker',
      'worker/features/vendors/merges/a.ts -> worker/features/vendors/vendors/rows.ts',
      'index.ts',
    ],
    [
      'the inside of an area on the web',
      'web/features/requests/lists/a.tsx -> web/features/platform/members/api.ts',
      'index.ts',
    ],
    ['the inside of an area from a page', 'web/routes/vendors.tsx -> web/features/vendors/vendors/api.ts', 'index.ts'],
    ['an operation from the list of areas', 'worker/app.tsx -> worker/features/vendors/vendors/list.ts', 'index.ts'],
    ['REST doors from the list of jobs', 'worker/jobs.ts -> worker/features/vendors/vendors/rest.ts', 'index.ts'],
    [
      'a wing above in the Worker',
      'worker/features/approvals/tasks/a.ts -> worker/features/vendors/services/index.ts',
      'below',
    ],
    ['a wing above on the web', 'web/features/platform/shell/a.tsx -> web/features/money/payments/index.ts', 'below'],
    ['a wing above in what both sides share', 'schema/approvals/engine/a.ts -> schema/requests/forms/form.ts', 'below'],
    [
      'what both sides share, of a wing above',
      'worker/features/platform/audit/rows.ts -> schema/vendors/vendors/values.ts',
      'below',
    ],
    ['a folder that is no wing', 'worker/features/intake/forms/a.ts -> worker/core/clock.ts', 'no wing'],
    ['the Worker from the web', 'web/features/vendors/vendors/a.ts -> worker/core/clock.ts', 'by its endpoints'],
    ['features from the core', 'worker/core/a.ts -> worker/features/vendors/vendors/index.ts', 'alone'],
    ['features from transport', 'worker/transport/a.ts -> worker/features/vendors/vendors/index.ts', 'transport'],
    ['tables from the web', 'web/features/vendors/vendors/a.ts -> schema/vendors/vendors/tables.ts', 'tables'],
  ])('%s', (_name, line, why) => {
    const [problem, ...others] = problemsOf(imports(line))
    expect(problem).toContain(why)
    expect(others).toEqual([])
  })

  it('areas that import each other, also over a third', () => {
    const problems = problemsOf(
      imports(
        'worker/features/vendors/vendors/a.ts -> worker/features/vendors/merges/index.ts',
        'worker/features/vendors/merges/b.ts -> worker/features/vendors/imports/index.ts',
        'worker/features/vendors/imports/c.ts -> worker/features/vendors/vendors/index.ts',
      ),
    )
    expect(problems).toEqual([
      'areas import each other in a circle: worker/features/vendors/imports, worker/features/vendors/merges, worker/features/vendors/vendors',
    ])
  })

  it('files of one area that import each other', () => {
    const area = 'worker/features/vendors/imports'
    expect(problemsOf(imports(`${area}/a.ts -> ${area}/b.ts`, `${area}/b.ts -> ${area}/a.ts`))).toEqual([
      `files import each other in a circle: ${area}/a.ts, ${area}/b.ts`,
    ])
  })
})

it('two migrations of one number are refused', () => {
  expect(repeatedMigrations(['0001_a.sql', '0002_b.sql', '0002_c.sql'])).toEqual([
    'migrations/0002_c.sql: number 0002 is used twice',
  ])
})
