import type { EntityRights, PermissionGroup, PermittedComponent } from '#shared/access/role-shape.ts';
import { screens } from '#shared/access/screens.ts';
import type { Group } from '#shared/core/permission.ts';

/**
 * Permissions in short: v view, c create, e edit, d delete, a approve, * all; for reports o open, x export.
 */
type Short = Partial<Record<Group, Readonly<Record<string, string>>>>;

const reportSections = Map.groupBy(
  screens.filter((screen) => screen.guard === 'report'),
  (screen) => screen.section,
);
const shown: Readonly<Partial<Record<Group, string>>> = { approvals: 'Approvals' };
const withComponents: ReadonlySet<Group> = new Set(['Inventory', 'Reports', 'approvals', 'HR', 'Delivery']);

/** `employeePooMapping` becomes `Employee Poo Mapping`. */
function spoken(entity: string): string {
  return entity
    .replace(/[-/]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase());
}

function entityOf(
  vEntity: string,
  letters: string,
  reportsList?: EntityRights['reportPermissionsList'][number]['reportsList'],
): EntityRights {
  const has = (letter: string): 0 | 1 => (letters.includes(letter) ? 1 : 0);
  return {
    vEntity,
    vEntityDisplayName: spoken(vEntity),
    bFullAcess: has('*'),
    bCanView: has('v'),
    bCanCreate: has('c'),
    bCanEdit: has('e'),
    bCanDelete: has('d'),
    bCanApprove: has('a'),
    reportPermissionsList: reportsList ? [{ reportsList }] : [],
  };
}

function reportsOf(requested: Readonly<Record<string, string>>): EntityRights[] {
  const letters = (name: string): string => requested[name] ?? requested['*'] ?? '';
  return [...reportSections].flatMap(([section, list]) => {
    const reportsList = list
      .filter((screen) => letters(screen.entity!) !== '')
      .map(({ entity }) => {
        const given = letters(entity!);
        return {
          vReportName: entity!,
          vReportDisplayName: spoken(entity!),
          bFullAcess: given.includes('*') ? (1 as const) : (0 as const),
          bCanAccess: given.includes('o') ? (1 as const) : (0 as const),
          bCanExport: given.includes('x') ? (1 as const) : (0 as const),
        };
      });
    return reportsList.length > 0 ? [entityOf(section, '', reportsList)] : [];
  });
}

function entitiesOf(group: Group, requested: Readonly<Record<string, string>>): EntityRights[] {
  const all =
    requested['*'] === undefined
      ? []
      : screens
          .filter((screen) => screen.group === group && screen.guard === 'entity')
          .map((screen) => screen.entity!);
  return [...new Set([...Object.keys(requested).filter((entity) => entity !== '*'), ...all])].map((entity) =>
    entityOf(entity, requested[entity] ?? requested['*']!),
  );
}

function build(short: Short): {
  permissionGroupsList: PermissionGroup[];
  permittedComponentsList: PermittedComponent[];
} {
  const permissionGroupsList = (Object.entries(short) as [Group, Readonly<Record<string, string>>][]).map(
    ([group, requested]): PermissionGroup => ({
      vGroupName: group,
      vGroupDisplayName: shown[group] ?? group,
      entitiesList: group === 'Reports' ? reportsOf(requested) : entitiesOf(group, requested),
    }),
  );
  const permittedComponentsList = permissionGroupsList
    .filter((group) => withComponents.has(group.vGroupName))
    .flatMap((group) =>
      group.entitiesList.flatMap((entity) => {
        const names =
          group.vGroupName === 'Reports'
            ? entity.reportPermissionsList.flatMap(({ reportsList }) =>
                reportsList.map((report) => report.vReportName),
              )
            : [entity.vEntity];
        return names.map((component) => ({ vGroupDisplayName: group.vGroupDisplayName, component }));
      }),
    );
  return { permissionGroupsList, permittedComponentsList };
}

/** The permissions with which Accounts check bills and days. */
const books = { gre: 'v', debitNote: 'vcea', invoiceList: 'v', dayendsubmission: 'v' };
const board = { Dashboard: { dashboard: 'v' } } satisfies Short;
const signup = { customerSingup: 'vce' };
const ownSales = { 'dsa-sales-verification': 'vc' };

const short: readonly (readonly [id: number, name: string, rights: Short])[] = [
  [
    1,
    'Admin',
    {
      Masters: { '*': '*' },
      Prescription: { '*': '*' },
      'Out Bound': { '*': '*' },
      Inventory: { '*': '*' },
      approvals: { '*': '*' },
      HR: { '*': '*' },
      Delivery: { '*': '*' },
      Reports: { '*': '*' },
      Dashboard: { '*': '*' },
    },
  ],
  [
    2,
    'Outbound Agent',
    {
      ...board,
      'Out Bound': {
        outCall: 'vce',
        outCall1: 'vce',
        pharmaLead: 'vce',
        pharmaLeadNew: 'vce',
        pharmaLeadRemainder: 'vce',
        pharamLeadFixSalesApp: 'vce',
        'pharma-lead-queue': 'vce',
        'delivery-remainder': 'vce',
        returnPickup: 'vce',
        preparatoryNotes: 'vce',
        ...signup,
      },
      Masters: { leadCreation: 'vce', leadListName: 'v', leadCampaignName: 'v', customerMasterV2: 'v' },
    },
  ],
  [
    3,
    'Sign-up',
    {
      ...board,
      'Out Bound': { 'signup-queue': 'vea', qualityReview: 've', ...signup },
      Masters: { customerMasterV2: 've', custdocument: 'v' },
    },
  ],
  [
    4,
    'Care Connect',
    {
      ...board,
      'Out Bound': { 'cc-queue': 'vce', LabTestReports: 'vce', preparatoryNotes: 'vce' },
      Prescription: {
        personalHistory: 'vce',
        vitalStats: 'vce',
        labStats: 'vce',
        careConnect: 'vce',
        careConnectV2: 'vce',
        monthlyAssessments: 'vce',
        customerExit: 'vce',
        'reactive-customer': 've',
      },
    },
  ],
  [
    5,
    'Digitizer',
    {
      ...board,
      Prescription: {
        pdList: 'vce',
        pdListv2: 'vce',
        prescUploadOtpVerification: 'vce',
        labReportsDigitization: 'vce',
        AdhocPrescription: 'vce',
        tpdPrescriptionVarification: 'vce',
      },
    },
  ],
  [
    6,
    'Checker',
    {
      ...board,
      Prescription: {
        pdList: 've',
        pdListv2: 've',
        prescriptionChecker: 'vea',
        prescriptionUpdate: 'vea',
        pilPrint: 'v',
        AdhocPrescription: 'v',
        labReportsDigitization: 'vea',
      },
      Masters: { patientCounseling: 'vcea', patCounselingReview: 'vcea' },
    },
  ],
  [
    7,
    'Team Lead',
    {
      ...board,
      'Out Bound': { '*': 'vcea' },
      approvals: {
        '*': 'v',
        appReScheduleApproval: 'vcea',
        taskCancellationApproval: 'vcea',
        lateStartEarlyStartApproval: 'vcea',
        startTaskAtAnyLocation: 'vcea',
        tlApproval: 'vcea',
        empExpenseApproval: 'vcea',
      },
      Prescription: {
        '*': 'v',
        'reviewerType/1': 'vea',
        'dsa-sales-verification': 'vea',
        customerExitApproval: 'vea',
        customerExit: 'vce',
        'reactive-customer': 've',
        prescUploadOtpVerification: 'vea',
      },
      HR: { attendanceDetails: 'vce' },
      Masters: {
        emplist: 'v',
        allowdayStart: 've',
        employeeTaskBulkMovement: 've',
        employeeSlotBlock: 'vcd',
        attendanceDetails: 'v',
        leadCreation: 'vc',
        leadListName: 'vce',
        leadCampaignName: 'vce',
      },
      Reports: { tlReport: 'ox', 'appointment-data': 'ox', agentReport: 'ox', rescheduleLogs: 'o' },
    },
  ],
  [
    8,
    'City Head',
    {
      Dashboard: { '*': 'v' },
      'Out Bound': { '*': 'vcea' },
      approvals: { '*': 'vcea' },
      Prescription: { '*': 'v', customerExitApproval: 'vea', 'dsa-sales-verification': 'vea' },
      HR: { attendanceDetails: 'vcea' },
      Delivery: { '*': 'v' },
      Inventory: { '*': 'v', poApprovalList: 'vea', PoList: 'vea' },
      Masters: { '*': 'v', customerMaster: 'vea' },
      Reports: { '*': 'ox' },
    },
  ],
  [
    9,
    'Doctor',
    {
      ...board,
      Prescription: {
        DoctorView: 'vcea',
        'reviewerType/2': 'vea',
        personalHistory: 'vce',
        vitalStats: 'vce',
        labStats: 'vce',
        careConnect: 'v',
        monthlyAssessments: 'vea',
        prescriptionChecker: 'v',
      },
      'Out Bound': { profileDoctorReview: 'vea', LabTestReports: 'v' },
    },
  ],
  [
    10,
    'Field Executive',
    {
      ...board,
      'Out Bound': { ...signup, preparatoryNotes: 'v' },
      Prescription: { prescUploadOtpVerification: 'vce', vitalStats: 'vc' },
      approvals: { empExpenseApproval: 'vc' },
    },
  ],
  [
    11,
    'Store',
    {
      ...board,
      'Out Bound': { 'create-pl-queue': 'vce', 'assigning-LMD': 'vce', returnPickup: 'vce' },
      Inventory: {
        dunzoPickupOtpVerification: 'vc',
        markAsDeliverd: 've',
        pickList: 'vce',
        dcverification: 'vce',
        stockAdjustmentScanList: 'vc',
        pooIndentRequest: 'vced',
        stockPutawayList: 'vce',
        customerRto: 'vce',
        generateDc: 'vce',
        orderFormList: 'vce',
        orderFormConfirmationList: 've',
        socancel: 've',
        orderCancellation: 'vc',
        dcToBeCancelled: 'vc',
        cancellationAcknowledgement: 'vc',
        dayendsubmission: 'vc',
        invoiceList: 'v',
        stockmovement: 'vce',
        customerDcReturn: 'vce',
        ccKitReturn: 'vce',
      },
      Delivery: { deliveryStatement: 'vc', deleveryStatementList: 've' },
      Reports: { stockQuery: 'o', stockQueryV2: 'o', packeddc: 'o', returnPickupList: 'o' },
    },
  ],
  [
    12,
    'Delivery',
    {
      ...board,
      'Out Bound': { returnPickup: 've' },
      Inventory: { markAsDeliverd: 've', customerRto: 'vc', dunzoPickupOtpVerification: 'vc' },
      Delivery: { deleveryStatementList: 'v' },
    },
  ],
  [
    13,
    'Quality',
    { ...board, 'Out Bound': { qualityReview: 'vcea' }, Reports: { callaudio: 'o', agentReport: 'o' } },
  ],
  [
    14,
    'HR',
    {
      ...board,
      Masters: {
        emplist: 'vced',
        rolemasterv2: 'vced',
        'dsa-verification/2': 'vea',
        designationmaster: 'vced',
        departmentmaster: 'vced',
        qualificationMaster: 'vced',
        languagemaster: 'vced',
        holidaymaster: 'vced',
        employeePooMapping: 'vced',
        employeeDeviceMapping: 'vced',
        'employeeRhemos&HopiStatus': 've',
        allowdayStart: 've',
        affiliateMaster: 'vce',
        attendanceDetails: 've',
        'inend-threshold': 'vce',
        'appointment-threshold': 'vce',
        interviewsurvey: 'vced',
        linkmaster: 'vced',
      },
      HR: { attendanceDetails: 'vcea' },
      approvals: { tlApproval: 'vea' },
      Reports: { empExpenseReport: 'ox' },
    },
  ],
  [
    15,
    'Accounts',
    {
      ...board,
      Masters: { 'dsa-verification/1': 'vea', 'accounts-threshold': 'vce' },
      approvals: {
        empExpenseApproval: 'vea',
        storeCashDepositReconciliation: 'vcea',
        transportationReport: 'vea',
      },
      Inventory: { ...books, returnApproval: 've' },
      Delivery: { deleveryStatementList: 'va' },
      Reports: {
        transactionReport: 'ox',
        slaesReport: 'ox',
        'sales-and-collection-report': 'ox',
        greAccountVerification: 'ox',
        debitnoteVerification: 'ox',
        incentiveLedger: 'ox',
        accDayEndSubmission: 'ox',
        transportationReport: 'ox',
        empExpenseReport: 'ox',
      },
    },
  ],
  [
    16,
    'Franchise',
    { Prescription: { prescUploadOtpVerification: 'vce' }, Masters: { customerMasterV2: 'v' } },
  ],
  [
    17,
    'Purchase',
    {
      ...board,
      Inventory: {
        poList: 'vce',
        poListTemp: 'vce',
        manualPO: 'vce',
        PoList: 'vced',
        poApprovalList: 'vea',
        PoRequestList: 'vce',
        VenderProductMapping: 'vce',
        VenderProductMappingv2: 'vce',
        purchaseEntry: 'vce',
        unProcessedPo: 've',
        minMaxList: 'vce',
        productUpdate: 'v',
        bundleMaster: 'v',
        debitNote: 'vce',
        socancel: 'vc',
        creatertvmemo: 'vce',
        rtvProcess: 'vce',
      },
      Masters: { suppliermaster: 'vce', transporterMaster: 'v', NewproductCreationRequest: 'vce' },
      Reports: { poReports: 'ox', purchasePending: 'ox', stockQuery: 'o' },
    },
  ],
  [
    18,
    'Quality Control',
    {
      ...board,
      Inventory: {
        qcList: 'vcea',
        gre: 'v',
        greConfirmationList: 'v',
        stockPutawayList: 'v',
        greGatePass: 'v',
      },
      Reports: { qcPreview: 'o', greQcPreview: 'o' },
    },
  ],
  [
    19,
    'Stock Head',
    {
      ...board,
      Inventory: { '*': 'vcea' },
      approvals: {
        'gre-approval': 'vcea',
        'min-max-approval': 'vcea',
        stockBarcodeEditapproval: 'vcea',
        productCreationRequest: 'vcea',
      },
      Masters: {
        traymaster: 'vce',
        stockAdjustReasonMaster: 'vced',
        productMaster: 'v',
        productMasteV2: 'v',
      },
      Reports: {
        greReports: 'ox',
        dcReports: 'ox',
        packeddc: 'ox',
        custDcDetails: 'ox',
        dcpickuptransaction: 'ox',
        returnDcReport: 'ox',
        returnPickupList: 'ox',
        'socancel-log': 'ox',
        stockQuery: 'ox',
        stockAdjustReport: 'ox',
        stockAuditAnalysis: 'ox',
        productShortExpiry: 'ox',
      },
    },
  ],
  [20, 'Direct Selling Agent', { 'Out Bound': { customerSingup: 'vc' }, Prescription: ownSales }],
  [
    21,
    'Inward',
    {
      ...board,
      Inventory: {
        gatePass: 'vced',
        greGatePass: 'vce',
        gre: 'vced',
        gre1: 'vced',
        resumeGre: 'vced',
        purchaseEntry: 'vce',
        stockmovement: 'vce',
        stockBarcodeEdit: 'vc',
        inWardRegister: 'vce',
        greConfirmationList: 'vce',
        stockPutawayList: 'vce',
      },
    },
  ],
];

/** The roles of the demo organisation in the specification's shape. */
export const demoRoles = short.map(([roleId, vRoleName, rights]) => ({
  roleId,
  vRoleName,
  ...build(rights),
}));
