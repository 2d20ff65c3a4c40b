import { useState } from 'react';
import type { ReactNode } from 'react';
import { FilePreview, type PreviewedFile } from './FilePreview.tsx';
import { IconPaperclip } from './icons.ts';
import './file-list.css';

export interface FileListProps {
  readonly files: readonly (PreviewedFile & { readonly label?: string })[];
  /** The record through which the files are opened; not needed for one's own uploads. */
  readonly through?: string;
}

/** Uploaded files by name, one open at a time. Opening is audited, so nothing opens by itself. */
export function FileList({ files, through }: FileListProps): ReactNode {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="fl-list">
      {files.map((file) => (
        <li key={file.fileId}>
          <button
            type="button"
            className="fl-file"
            aria-expanded={open === file.fileId}
            onClick={() => setOpen(open === file.fileId ? null : file.fileId)}
          >
            <IconPaperclip size={14} aria-hidden="true" /> {file.label || file.name}
          </button>
          {open === file.fileId && <FilePreview file={file} {...(through ? { through } : {})} />}
        </li>
      ))}
    </ul>
  );
}
