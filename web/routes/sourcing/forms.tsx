import { RequestList } from '../../features/requests/lists/request-list.tsx'

/** Requests from the public forms of sourcing categories. */
export const Page = () => <RequestList title="Sourcing" source="PUBLIC" />
