import { defineSource } from './source.ts';

/** The employee service; its records are mirrored until they have streams of their own here. */
export const employee = defineSource({
  service: 'employee',
  resources: [
    {
      entity: 'employee',
      path: 'api/v2/employees/filter',
      id: 'iEmpId',
      pageSize: 1000,
      example: {
        change: 'details',
        data: {
          iEmpId: 5101,
          vEmpFname: 'Rekha',
          vEmpLname: 'Pai',
          vEmpPhone: '5550105101',
          vEmail: 'rekha.pai@care.example',
          iStatus: 1,
          iIsAffiliate: 0,
          iCancelFlag: 0,
          idesignationId: 11,
          iReportManagerId: 5,
          iOrgId: 1,
        },
      },
    },
    {
      entity: 'checkInCheckOut',
      path: 'api/v2/employeecheckincheckout',
      id: 'iEcicoId',
      pageSize: 100,
      example: {
        change: 'checkedIn',
        data: {
          iEcicoId: 88001,
          iEmpId: 5101,
          iPooId: 1,
          iDesignationId: 11,
          dCheckInDateTime: '2026-11-18T03:45:00.000Z',
          dCheckOutDateTime: null,
          iCheckInCheckOutFlag: 1,
          iBreakInBreakOutFlag: null,
          iAllowCalls: 1,
          iOnCall: 0,
          iAllowCheckInCheckOut: 1,
          bManualCheckIn: false,
          iCancelFlag: 0,
          iOrgId: 1,
        },
      },
    },
    {
      entity: 'appointment',
      path: 'api/v2/Appointment',
      id: 'iAppointmentId',
      pageSize: 100,
      example: {
        change: 'booked',
        data: {
          iAppointmentId: 7001,
          appDate: '2026-11-19',
          slotFrom: '10:30',
          iSlotType: 1,
          vAppType: 'setup',
          iAssignedTo: 5101,
          iTaskStatus: 0,
          iCustomerId: 9001,
        },
      },
    },
    {
      entity: 'tempDesignation',
      path: 'api/v2/tempdesignation',
      id: 'iTempDesigId',
      pageSize: 10,
      example: {
        change: 'granted',
        data: {
          iTempDesigId: 31,
          iEmpId: 5101,
          iTempDesignationId: 95,
          dMinDate: '2026-11-18',
          dMaxDate: '2026-11-20',
          iCancelFlag: 0,
        },
      },
    },
    {
      entity: 'employeePooMapping',
      path: 'api/v2/employeepoomapping',
      id: 'iEmpPooId',
      pageSize: 1000,
      example: {
        change: 'mapped',
        data: { iEmpPooId: 401, iEmpId: 5101, iPooId: 1, bPrimary: 1, iCancelFlag: 0 },
      },
    },
  ],
});
