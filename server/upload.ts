import type { MultipartFile } from '@fastify/multipart';

/** The bytes of an uploaded file; null when it is larger than its door allows. */
export async function wholeFile(file: MultipartFile): Promise<Buffer | null> {
  const bytes = await file.toBuffer().catch((error: unknown) => {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') return null;
    throw error;
  });
  // Where the last piece was read before the parser saw that there is more, the library answers with what fitted.
  return file.file.truncated ? null : bytes;
}
