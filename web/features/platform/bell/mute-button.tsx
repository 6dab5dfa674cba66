import { Button } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { MutableKind } from '../../../../schema/platform/bell/kinds.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { useSession } from '../session/index.ts'
import { useMute, useMuting } from './api.ts'
import classes from './bell.module.css'

/** Beside the conversations of an object. */
export const MuteButton = ({ kind, id }: { kind: MutableKind; id: string }) => {
  const { data } = useMute(kind, id)
  const { impersonatorId } = useSession()
  const noun = nounOf(kind)
  const muting = useMuting(noun)
  if (!data || impersonatorId !== null) return null
  const { isMuted } = data
  return (
    <div className={classes.mute}>
      {isMuted && <span className={classes.dim}>You hear of this {noun} only when you’re needed.</span>}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={isMuted ? <IconBell size={14} aria-hidden /> : <IconBellOff size={14} aria-hidden />}
        loading={muting.isPending}
        onClick={() => muting.send({ targetType: kind, targetId: id, isMuted: !isMuted })}
      >
        {isMuted ? `Unmute this ${noun}` : `Mute this ${noun}`}
      </Button>
    </div>
  )
}
