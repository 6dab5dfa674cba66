import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/states.tsx'
import classes from './decision-links.module.css'

interface SignInFirstProps {
  companyName: string
  /** What is asked about: "request". */
  noun: string
  href: string
  /** Why there is nothing to decide any more. */
  end: { title: string; text: string } | null
  children: ReactNode
}

/** Where the company asks to sign in, nothing is told before. */
export const SignInFirst = ({ companyName, noun, href, end, children }: SignInFirstProps) => (
  <>
    <p className={classes.company}>{companyName}</p>
    <EmptyState
      compact
      title={end?.title ?? 'Sign in to decide'}
      text={end?.text ?? `Your company asks you to sign in to see the ${noun}.`}
      action={
        <Button component="a" href={href}>
          {end ? `Open the ${noun}` : 'Sign in and decide'}
        </Button>
      }
    />
    {children}
  </>
)
