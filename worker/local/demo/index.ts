import type { Env } from '../../env.ts'

export interface DemoAccount {
  role: string
  name: string
  email: string
}

/** The demo company's people to sign in as, one per role. */
export const demoAccounts: DemoAccount[] = []

/** Fills an empty database with the demo company. */
export async function fillDemo(_env: Env): Promise<void> {}
