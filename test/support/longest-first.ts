import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Browser test files that take more than three quarters of a minute, the longest first. One that begins last would run
 * alone in the end, when nothing else is left for the other core. On a fresh clone their times aren't known otherwise.
 */
const LONGEST = [
  ...['platform/crash', 'host/local-host', 'planning/connecting', 'money/payment-jobs', 'platform/cells'],
  ...['requests/proposed-vendors', 'planning/connecting-narrow', 'platform/walk', 'requests/sourcing-events'],
  ...['spend/purchase-orders', 'money/invoice-to-books', 'platform/members', 'vendors/vendor-form-task'],
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/e2e/${name}.test.ts`))
  return rank < 0 ? LONGEST.length : rank
}

/** Within each project. Files that aren't named follow as they are sorted otherwise. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = Map.groupBy(sorted, ({ project }) => project)
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
}
