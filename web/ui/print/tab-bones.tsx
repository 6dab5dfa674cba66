import { Skeleton } from '@mantine/core'

/** In place of a tab or part whose code is loading. */
export const TAB_BONES = <Skeleton height={200} radius="lg" />
