import { useCallback } from 'react';
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom';

/**
 * The address' query, and how to change it. A change starts from the address as it is by now: the router's own setter
 * starts from what was last drawn, so that the first of two quick changes would be lost.
 */
export function useAddress(): [URLSearchParams, (change: (query: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const write = useCallback(
    (change: (query: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      void navigate(`?${change(new URLSearchParams(window.location.search)).toString()}`, options),
    [navigate],
  );
  return [query, write];
}
