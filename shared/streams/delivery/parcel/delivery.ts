import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import * as assigning from './assign.ts';
import * as door from './door.ts';
import * as rto from './rto.ts';
import { evolveDelivery, noDelivery, type DeliveryEvent, type DeliveryState } from './state.ts';
import { deliveryTranslations } from './translations.ts';

const { open, withdraw, assign, assignPartner, accept, decline, lapse } = assigning;
const { issuePickupOtp, verifyPickupOtp, unlockPickupOtp, handOver } = assigning;
const { deliver, deliverPart, fail, sendDoorCode, markDelivered } = door;
const { receiveRto, inspectRto } = rto;

const parcelViews = [
  'Delivery/deliveryStatement:view',
  'Delivery/deleveryStatementList:view',
  'Inventory/markAsDeliverd:view',
  'Inventory/dunzoPickupOtpVerification:view',
  'Inventory/customerRto:view',
] as const;

/** A checked parcel on its way: who carries it, what happened at the door, and what came back. Its number is its challan's. */
export const delivery = defineStream<DeliveryState, DeliveryEvent>({
  name: 'delivery',
  area: 'delivery',
  state: 1,
  events: {
    DeliveryOpened: true,
    DeliveryWithdrawn: true,
    LmdAssigned: true,
    LmdAccepted: true,
    LmdDeclined: true,
    HandoverOtpIssued: true,
    HandoverOtpFailed: true,
    HandoverOtpLocked: true,
    HandoverOtpUnlocked: true,
    PutOnStatement: true,
    TakenOffStatement: true,
    ParcelHandedOver: true,
    OutForDelivery: true,
    ParcelPaidOnline: true,
    DeliveryOtpIssued: true,
    DeliveryOtpFailed: true,
    ParcelDelivered: true,
    ParcelPartlyDelivered: true,
    DeliveryAttemptFailed: true,
    RtoInitiated: true,
    ParcelBackAtStore: true,
    RtoReceived: true,
    RtoInspected: true,
  },
  initial: noDelivery,
  about: {
    prefix: 'DL',
    needs: parcelViews,
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
  },
  evolve: evolveDelivery,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  filesNeed: () => parcelViews,
  files: ({ proof }) => (proof?.fileId ? [proof.fileId] : []),
  commands: {
    open,
    withdraw,
    assign,
    assignPartner,
    accept,
    decline,
    lapse,
    issuePickupOtp,
    verifyPickupOtp: movesGoods(atOwnPlace, verifyPickupOtp),
    unlockPickupOtp,
    handOver: movesGoods(atOwnPlace, handOver),
    deliver,
    deliverPart,
    fail,
    sendDoorCode,
    markDelivered: movesGoods(atOwnPlace, markDelivered),
    receiveRto: movesGoods(atOwnPlace, receiveRto),
    inspectRto: movesGoods(atOwnPlace, inspectRto),
  },
  translations: deliveryTranslations,
  story: [],
});
