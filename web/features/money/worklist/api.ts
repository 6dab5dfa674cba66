import { useQuery } from '@tanstack/react-query'
import { getWorklist } from '../../../../schema/money/worklist/endpoints.ts'
import { call } from '../../../lib/rest.ts'

/** Under the key of bills, so that whatever is entered, decided or paid counts at once. */
export const useWorklist = () =>
  useQuery({
    queryKey: ['bills', 'worklist'],
    queryFn: ({ signal }) => call(getWorklist, { signal }),
    refetchOnMount: 'always',
  })
