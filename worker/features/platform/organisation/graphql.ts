import './graphql/groups-and-departments.ts'
import './graphql/units.ts'
