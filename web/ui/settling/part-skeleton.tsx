import { Skeleton } from '@mantine/core'
import { useNotYet } from './not-yet.ts'

/** In place of a part of the page that is loading, about as tall. */
export const PartSkeleton = ({ height }: { height: number }) => {
  useNotYet(true)
  return <Skeleton height={height} />
}
