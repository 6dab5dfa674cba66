import './graphql-read.ts'
import './graphql-recode.ts'
import './graphql-threads.ts'
