import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { reference } from '#shared/core/reference.ts';
import { appointmentsList } from '#shared/feeds/appointments.ts';
import type { MasterPage } from '#shared/families/master-wire.ts';
import type { AppointmentState } from '#shared/streams/leads/appointment/state.ts';
import { route } from '#web/families/master/declaration.ts';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { formatDate } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { CustomerDocuments } from './CustomerDocuments.tsx';
import { CustomerSales } from './CustomerSales.tsx';
import { Listening } from './Listening.tsx';
import { Part } from './Part.tsx';
import { useCustomerTranslations } from './translations.ts';

type Appointment = Pick<
  AppointmentState,
  'appDate' | 'slotFrom' | 'vAppType' | 'iTaskStatus' | 'assignedName' | 'ref'
> & { readonly iAppointmentId: number };

const most = 100;
const appointmentsScreen = '/outBound/pharamLeadFixSalesApp';

/** Records merged into this one. */
function doublesOf({ fields }: DetailsProps['row']): readonly number[] {
  return (String(fields.vDoubles ?? '').match(/\d+/g) ?? []).map(Number);
}

/** Records of another list that refer to this customer. */
function useNaming(name: string, ids: readonly number[], version: number, enabled: boolean) {
  return useQuery({
    queryKey: ['customer-has', name, ids[0], version],
    enabled,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<MasterPage>(route('list', name), {
        query: { filter: JSON.stringify({ iCustomerId: { op: 'in', value: ids } }), records: most },
        signal,
      }),
  });
}

/** The customer's patients, appointments, orders, invoices and former leads. */
export function CustomerDetails(props: DetailsProps): ReactNode {
  const { row, masters } = props;
  const t = useCustomerTranslations();
  const ofAppointment = useTranslations('appointment').t;
  const person = usePerson();
  const leadList = masters.byName.get('leadCreation')!;
  const maySeeLeads = hasRight(person, leadList.need('view'));
  const ofLead = useTranslations(leadList.name).t;
  const doubles = doublesOf(row);
  // Records from before the merge refer to the duplicates.
  const ids = [row.id, ...doubles];
  const patients = useNaming('patient', ids, row.version, true);
  const leads = useNaming(leadList.name, ids, row.version, maySeeLeads);
  const appointments = useQuery({
    queryKey: ['customer-has', 'appointments', row.id, row.version],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const prompt = (iCustomerId: number) =>
        api.get<readonly Appointment[]>('/employee/api/v2/Appointment', {
          query: { iCustomerId, records: most },
          signal,
        });
      return (await Promise.all(ids.map(prompt))).flat();
    },
  });
  const received = (appointmentsList.need as readonly string[]).some((one) => hasRight(person, one));
  const opens = hasRight(person, 'Out Bound/pharamLeadFixSalesApp:view');
  const latest = (one: Appointment): string => `${one.appDate} ${one.slotFrom}`;
  return (
    <div className="ma-facts ma-counted">
      {doubles.length > 0 && <Doubles route={props.def.route} ids={doubles} />}
      <CustomerDocuments {...props} />
      <Part
        title={t('patients')}
        none={t('patientsNone')}
        read={patients}
        heads={[t('number'), t('name'), t('relation')]}
      >
        {patients.data?.rows.map(({ id, fields }) => [
          String(id),
          String(fields.vCode),
          String(fields.vName),
          t(`relation.${String(fields.vRelation)}`),
        ])}
      </Part>
      <Part
        title={t('appointments')}
        none={t('appointmentsNone')}
        read={appointments}
        heads={[t('what'), t('day'), t('with'), t('state')]}
      >
        {appointments.data
          ?.toSorted((a, b) => latest(b).localeCompare(latest(a), 'en'))
          .map((one) => {
            const what = ofAppointment(`type.${one.vAppType}`);
            const open = opens && (one.iTaskStatus === 0 || one.iTaskStatus === 1);
            return [
              String(one.iAppointmentId),
              open ? (
                <Link key="what" to={`${appointmentsScreen}?id=${one.iAppointmentId}`}>
                  {what}
                </Link>
              ) : (
                what
              ),
              `${formatDate(one.appDate)} ${one.slotFrom}`,
              one.assignedName,
              ofAppointment(`status.${one.iTaskStatus}`),
            ];
          })}
      </Part>
      <CustomerSales ids={ids} version={row.version} />
      {maySeeLeads && (
        <Part
          title={t('leads')}
          none={t('leadsNone')}
          read={leads}
          heads={[t('number'), t('name'), t('state')]}
        >
          {leads.data?.rows.map(({ id, fields }) => [
            String(id),
            <Link key="lead" to={`/${leadList.route}?row=${id}`}>
              {reference('LD', id)}
            </Link>,
            String(fields.vName),
            ofLead(`option.vStage.${String(fields.vStage)}`),
          ])}
        </Part>
      )}
      <Listening feed="masters/patient" onReceived={patients.refetch} />
      {received && <Listening feed={appointmentsList.name} onReceived={appointments.refetch} />}
    </div>
  );
}

/** Links to the records merged into this one, which show what was not taken over. */
function Doubles({ route, ids }: { route: string; ids: readonly number[] }): ReactNode {
  const t = useCustomerTranslations();
  return (
    <section>
      <h3>{t('doubles')}</h3>
      <p className="ma-plain">
        {ids.map((id, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Link to={`/${route}?row=${id}&do=double`}>{reference('CU', id)}</Link>
          </span>
        ))}
      </p>
      <p className="ops-muted ma-plain">{t('doublesHint')}</p>
    </section>
  );
}
