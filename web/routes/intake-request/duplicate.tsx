import { DuplicateRequest } from '../../features/requests/submissions/form/form-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { categoryId, intakeSubmissionId } = usePathParams<'categoryId' | 'intakeSubmissionId'>()
  return <DuplicateRequest key={intakeSubmissionId} categoryId={categoryId} submissionId={intakeSubmissionId} />
}
