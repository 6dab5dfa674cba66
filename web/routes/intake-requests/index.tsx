import { RequestList } from '../../features/requests/lists/request-list.tsx'

export const Page = () => <RequestList title="Requests" />
