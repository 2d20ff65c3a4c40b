import type { FastifyInstance } from 'fastify';
import { appointmentService } from './appointment.ts';
import { checkInCheckOutService } from './check-in-check-out.ts';
import { employeeChanges } from './employee-changes.ts';
import { employeePlaces } from './employee-places.ts';
import { employeesService } from './employees.ts';
import { fileService } from './files.ts';
import type { ServiceParts } from './give.ts';
import { mastersService } from './masters.ts';
import { prescriptionLookups } from './prescription-lookups.ts';
import { prescriptionService } from './prescriptions.ts';
import { signupService } from './signup.ts';
import { traceDetailsService } from './trace-details.ts';

/** The base services' calls of the specification, over the same streams and views as every screen. */
export function serviceRoutes(
  app: FastifyInstance,
  parts: ServiceParts & { readonly dataDir: string },
): void {
  signupService(app, parts);
  checkInCheckOutService(app, parts);
  traceDetailsService(app, parts);
  appointmentService(app, parts);
  employeesService(app, parts);
  employeeChanges(app, parts);
  employeePlaces(app, parts);
  mastersService(app, parts);
  fileService(app, parts);
  prescriptionLookups(app, parts);
  prescriptionService(app, parts);
}
