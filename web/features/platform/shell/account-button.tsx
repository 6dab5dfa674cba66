import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import classes from './shell.module.css'

interface AccountButtonProps extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'style'> {
  name: string
  /** Who the person works for. */
  company: string
}

/** Who is signed in, at the bottom of the sidebar. */
export const AccountButton = ({ name, company, className, ...button }: AccountButtonProps) => (
  // A menu gives its button a class as well.
  <UnstyledButton {...button} className={[classes.userButton, className].filter(Boolean).join(' ')}>
    <PersonAvatar name={name} size="large" />
    <span className={classes.userText}>
      <span className={classes.userName}>{name}</span>
      <span className={classes.userCompany}>{company}</span>
    </span>
    <IconSelector size={16} className={classes.userChevron} aria-hidden />
  </UnstyledButton>
)
