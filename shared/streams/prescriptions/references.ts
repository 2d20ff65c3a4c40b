import { reference } from '../../core/reference.ts';

/**
 * The human-readable references of prescriptions, upload sessions, partners' prescriptions, sales and exits.
 */
export const rxRef = (id: string | number): string => reference('RX', id);
export const uploadRef = (id: string | number): string => reference('UP', id);
export const tpdRef = (id: string | number): string => reference('TP', id);
export const saleRef = (id: string | number): string => reference('SV', id);
export const exitRef = (id: string | number): string => reference('EX', id);
