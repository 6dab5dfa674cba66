import { IconEye, IconLock } from '@tabler/icons-react'
import { useConversation } from './api.ts'
import classes from './threads.module.css'

/** Says in colour and in words who reads a comment, where people outside the company may. */
export const Readers = ({ isShared }: { isShared: boolean }) => {
  const { outsiders, isInside } = useConversation()
  if (!isInside || (!outsiders && !isShared)) return null
  return (
    <p className={classes.readers} data-shared={isShared || undefined}>
      {isShared ? <IconEye size={14} aria-hidden /> : <IconLock size={14} aria-hidden />}
      {isShared
        ? `${outsiders ?? 'The vendor'} reads this and gets it by email.`
        : `Only people in your company read this. ${outsiders} doesn’t.`}
    </p>
  )
}
