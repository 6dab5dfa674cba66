import { page, staffRoute } from './base.ts'

// Vendors, services with their renewals, and documents.

const vendorsRoute = page(staffRoute, '/vendors', () => import('../routes/vendors/index.tsx'))
const newVendorRoute = page(staffRoute, '/vendors/add-new', () => import('../routes/vendors/add-new.tsx'))
const vendorPageRoute = page(staffRoute, '/vendors/$vendorId', () => import('../routes/vendors/vendor.tsx'))
const vendorServicesRoute = page(
  staffRoute,
  '/vendors/$vendorId/services',
  () => import('../routes/vendors/services.tsx'),
)
const vendorTabRoute = page(staffRoute, '/vendors/$vendorId/$tab', () => import('../routes/vendors/vendor.tsx'))
const editVendorRoute = page(staffRoute, '/vendors/$vendorId/edit', () => import('../routes/vendors/edit.tsx'))
const vendorImportsRoute = page(
  staffRoute,
  '/vendors/imports/{-$importId}',
  () => import('../routes/vendors/imports.tsx'),
)
const servicesRoute = page(staffRoute, '/services', () => import('../routes/services/index.tsx'))
const newServiceRoute = page(staffRoute, '/services/add-new', () => import('../routes/services/add-new.tsx'))
const serviceRoute = page(staffRoute, '/services/$serviceId', () => import('../routes/services/service.tsx'))
const editServiceRoute = page(staffRoute, '/services/$serviceId/edit', () => import('../routes/services/edit.tsx'))
const renewalReportRoute = page(
  staffRoute,
  '/reports/services-renewal',
  () => import('../routes/reports/services-renewal.tsx'),
)
const documentsRoute = page(staffRoute, '/documents', () => import('../routes/documents/index.tsx'))
const newDocumentRoute = page(staffRoute, '/documents/add-new', () => import('../routes/documents/add-new.tsx'))
const documentRoute = page(staffRoute, '/documents/$documentId', () => import('../routes/documents/document.tsx'))
const editDocumentRoute = page(staffRoute, '/documents/$documentId/edit', () => import('../routes/documents/edit.tsx'))

export const vendorRoutes = [
  vendorsRoute,
  newVendorRoute,
  vendorPageRoute,
  vendorServicesRoute,
  vendorTabRoute,
  editVendorRoute,
  vendorImportsRoute,
  servicesRoute,
  newServiceRoute,
  serviceRoute,
  editServiceRoute,
  renewalReportRoute,
  documentsRoute,
  newDocumentRoute,
  documentRoute,
  editDocumentRoute,
] as const
