import type { Env } from '../../env.ts'
import { createMatrix, saveMatrixLogic } from '../../features/approvals/approver-matrix/index.ts'
import { actAs } from './act.ts'
import { slug } from './people.ts'

/** Departments, categories, budget owners, finance. */
const ROWS: [string[], string[], string[], string[]][] = [
  [['Engineering'], ['Software', 'Hardware'], ['omar'], ['dana']],
  [['Engineering'], ['Professional services'], ['omar', 'maya'], ['grace']],
  [['Marketing'], ['Events', 'Professional services'], ['ines'], ['dana']],
  [['IT'], [], ['priya'], ['dana']],
  [['Legal'], [], ['tomas'], ['grace']],
  [['Operations', 'Finance'], ['Office', 'Software'], ['maya'], ['grace']],
]

const named = (names: string[], table: string) => names.map((name) => ({ id: `${slug(name)}-${table}` }))
const people = (names: string[]) => names.map((name) => ({ id: `demo-${name}` }))

/** Who holds which budget, for workflows and rule sets to use. Returns the matrix. */
export const fillMatrix = async (env: Env, admin: string): Promise<string> => {
  const { id } = await actAs(env, admin, createMatrix, { name: 'Budget owners' })
  await actAs(env, admin, saveMatrixLogic, {
    approverMatrixId: id,
    version: 1,
    rows: ROWS.map((_, i) => ({ id: `demo-budget-${i + 1}` })),
    conditionColumns: [
      {
        id: 'DEPARTMENT',
        conditionType: 'DEPARTMENT',
        ordinal: 0,
        cells: ROWS.map(([departments], ordinal) => ({ ordinal, values: named(departments, 'departments') })),
      },
      {
        id: 'CATEGORY',
        conditionType: 'CATEGORY',
        ordinal: 1,
        cells: ROWS.map(([, categories], ordinal) => ({ ordinal, values: named(categories, 'spend-categories') })),
      },
    ],
    approverColumns: [
      {
        id: 'demo-owner',
        name: 'Budget owner',
        ordinal: 0,
        cells: ROWS.map(([, , owners], ordinal) => ({ ordinal, users: people(owners) })),
      },
      {
        id: 'demo-finance',
        name: 'Finance',
        ordinal: 1,
        cells: ROWS.map(([, , , finance], ordinal) => ({ ordinal, users: people(finance) })),
      },
    ],
  })
  return id
}
