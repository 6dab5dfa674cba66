import { Badge } from '@mantine/core'
import { type AccessFlag, roleChips } from '../../../../schema/shared/permissions.ts'
import classes from './members.module.css'

/** All roles of a member. */
export const RoleChips = ({ flags }: { flags: Record<AccessFlag, boolean> }) => (
  <span className={classes.chips}>
    {roleChips(flags).map((chip) => (
      <Badge key={chip} variant="default" radius="sm" tt="none" fw={500}>
        {chip}
      </Badge>
    ))}
  </span>
)
