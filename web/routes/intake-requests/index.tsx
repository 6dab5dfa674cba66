import { RequestList } from '../../features/requests/list/request-list.tsx'

export const Page = () => <RequestList title="Requests" />
