import type { MultipartFile } from '@fastify/multipart';

/** The bytes of an uploaded file; null when it is larger than its route allows. */
export async function wholeFile(file: MultipartFile): Promise<Buffer | null> {
  const bytes = await file.toBuffer().catch((error: unknown) => {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') return null;
    throw error;
  });
  // When the last chunk was read before the parser noticed that there is more, the library returns what
  // fitted.
  return file.file.truncated ? null : bytes;
}
