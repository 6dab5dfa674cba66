import { pictureFixtures } from '../../fixtures/pictures.ts'
import type { AreaFacts } from '../area-facts.ts'

export const facts: AreaFacts = {
  suite: 'vendors',
  fixtures: pictureFixtures,
}
