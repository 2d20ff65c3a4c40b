import { definePolicy } from '../core/policy.ts';
import { careaccess, patientRef } from '../streams/care/careaccess.ts';

/** In: somebody opened the record of a patient of another place. Out: a notice to the admins, who see the reason and every access there. */
export const notifyGlass = definePolicy({
  name: 'notify-glass',
  on: [careaccess.events.CareGlassBroken],
  react: ({ stream, version, data: { patientId, empId, name } }, { directory }) =>
    directory
      .employees()
      .filter((one) => one.active && one.admin && one.empId !== empId)
      .map((one) => ({
        kind: 'command',
        stream: `notice-${one.empId}`,
        command: 'push',
        input: {
          message: 'glassBroken',
          values: { name, ref: patientRef(patientId) },
          icon: 'eye-exclamation',
          color: 'orange',
          route: `/prescription/DoctorView?patient=${patientId}`,
          dedupeKey: `glassBroken:${stream}:${version}`,
        },
      })),
});
