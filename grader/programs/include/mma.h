#pragma once
namespace nvcuda { namespace wmma {} }
