/** What is loaded with its own pages: the host of the dialog is on every page. */

import { late } from '../../../ui/settling/late.tsx'

export const FactorCards = late(async () => (await import('./factor-cards.tsx')).FactorCards)

export const FactorSettingsCard = late(async () => (await import('./factor-settings.tsx')).FactorSettingsCard)
