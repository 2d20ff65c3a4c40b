import * as texts from '../../../core/texts.ts';
import { codeShape } from './rules.ts';

export const handOverCode = texts.code(codeShape);
