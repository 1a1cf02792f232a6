/** A failure as it is told. */

export interface ErrorState {
  code: string;
  message: string;
  remedy: string;
}
