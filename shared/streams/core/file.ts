import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { auditStream } from './audit.ts';

/**
 * An uploaded file: who uploaded it and who opened it. Its bytes are on disk or in object storage, never in
 * the log.
 */
export interface FileState {
  readonly exists: boolean;
  readonly name: string;
  readonly mime: string;
  readonly sha256: string;
  readonly by: number | null;
  /** The record it was uploaded for. */
  readonly for: string | null;
}

export const fileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
const kept = z.object({
  name: texts.own().min(1).max(120),
  mime: z.enum(fileTypes),
  bytes: z.number().int().positive(),
  sha256: texts.own().length(64),
  for: texts.own().max(60).optional(),
});
const opened = z.object({ subject: texts.own().max(120) });

type FileEvent = Event<'FileUploaded', z.infer<typeof kept>>;

export const file = defineStream<FileState, FileEvent>({
  name: 'file',
  events: {
    FileUploaded: true,
  },
  area: 'core',
  state: 1,
  initial: () => ({ exists: false, name: '', mime: '', sha256: '', by: null, for: null }),
  evolve(state, { type, data, actor }) {
    if (type !== 'FileUploaded') return state;
    return {
      exists: true,
      name: data.name,
      mime: data.mime,
      sha256: data.sha256,
      by: actor.empId,
      for: data.for ?? null,
    };
  },
  visible: (state, viewer) =>
    viewer.kind !== 'device' && (viewer.kind !== 'person' || viewer.admin || viewer.empId === state.by),
  commands: {
    keep: command<FileState, z.infer<typeof kept>>({
      input: kept,
      need: 'system',
      creates: true,
      decide: (state, data) => (state.exists ? refuse('duplicate', 409) : [{ type: 'FileUploaded', data }]),
    }),
    /** Recorded before the bytes are sent, beside the case they belong to. */
    open: command<FileState, z.infer<typeof opened>>({
      input: opened,
      need: 'system',
      decide: (state, { subject }, ctx) =>
        state.exists
          ? [
              {
                type: 'PersonalDataViewed',
                stream: auditStream(subject),
                data: { subject, fields: ['document'], fileId: ctx.id },
              },
            ]
          : refuse('notFound', 404),
    }),
  },
  translations: translations({
    en: {
      FileUploaded: 'Document uploaded',
      wrongFileType: 'Only JPG, PNG and PDF files are accepted.',
      pictureTooLarge:
        'This picture has {{n}} megapixels; up to {{most}} are accepted. Take it again with a lower resolution.',
      fileMissing: 'Choose one file.',
      fileTooLarge: 'The file is too large: at most 10 MB.',
      duplicate: 'This exists already.',
    },
    es: {
      FileUploaded: 'Documento subido',
      wrongFileType: 'Solo se aceptan archivos JPG, PNG y PDF.',
      pictureTooLarge:
        'Esta imagen tiene {{n}} megapíxeles; se aceptan hasta {{most}}. Hágala otra vez con menos resolución.',
      fileMissing: 'Elija un archivo.',
      fileTooLarge: 'El archivo es demasiado grande: como máximo 10 MB.',
      duplicate: 'Esto ya existe.',
    },
  }),
  story: [],
});
