import { RequestPage } from '../../features/requests/submissions/details/request-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { intakeSubmissionId, tab } = usePathParams<'intakeSubmissionId' | 'tab'>()
  return <RequestPage key={intakeSubmissionId} id={intakeSubmissionId} {...(tab ? { tab } : {})} />
}
