import { queryOptions } from '@tanstack/react-query'
import { getSpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export type { PictureUnit, SpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'

/** Under the services' key, because changing a service changes it. */
export const spendPictureQuery = (unitId: string | undefined) =>
  queryOptions({
    queryKey: ['services', 'picture', unitId ?? null] as const,
    queryFn: ({ signal }) => call(getSpendPicture, { query: { unitId }, signal }),
  })
